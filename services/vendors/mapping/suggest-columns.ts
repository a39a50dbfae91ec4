import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import { plainName } from '#services/platform/workbooks/index.ts';

/**
 * What vendors call their columns, letters and digits only (a % sign counts as 'pct', # as 'no'). A heading that may be
 * two attributes is in both lists; its values decide.
 */
const HEADINGS: Readonly<Record<FeedAttribute, readonly string[]>> = {
  parcelName: [
    'stockno',
    'stock',
    'stocknumber',
    'stockid',
    'vendorstockno',
    'vendorstocknumber',
    'stoneno',
    'stoneid',
    'packetno',
    'packetid',
    'parcelno',
    'parcelname',
    'lotno',
    'lot',
    'refno',
    'ref',
    'reference',
    'sku',
    'itemno',
  ],
  lab: ['lab', 'laboratory', 'certlab', 'gradinglab', 'reportlab'],
  certNo: [
    'certno',
    'cert',
    'certificate',
    'certificateno',
    'certificatenumber',
    'certid',
    'certificateid',
    'reportno',
    'report',
    'reportnumber',
    'certnumber',
    'labreportno',
  ],
  weight: [
    'weight',
    'carat',
    'carats',
    'ct',
    'cts',
    'crt',
    'caratweight',
    'weightct',
    'weightcts',
    'size',
    'points',
  ],
  shapeCode: ['shape', 'shapecode', 'shapename', 'cutshape'],
  colour: ['color', 'colour', 'col', 'colorgrade', 'colourgrade'],
  clarity: ['clarity', 'cla', 'clar', 'purity', 'claritygrade'],
  fluorescence: [
    'fluorescence',
    'fluor',
    'fluo',
    'flo',
    'flr',
    'fls',
    'fl',
    'fluorescenceintensity',
    'fluorintensity',
  ],
  cut: ['cut', 'cutgrade', 'makecut', 'cutgr'],
  polish: ['polish', 'pol', 'polishgrade'],
  symmetry: ['symmetry', 'sym', 'symm', 'symmetrygrade'],
  measurements: ['measurements', 'measurement', 'meas', 'dimensions', 'dimension', 'mm'],
  length: ['length', 'measurementslength', 'measlength', 'lengthmm', 'l', 'maxdiameter', 'x'],
  width: ['width', 'measurementswidth', 'measwidth', 'widthmm', 'w', 'mindiameter', 'y'],
  height: ['height', 'measurementsdepth', 'measdepth', 'depthmm', 'heightmm', 'depth', 'z'],
  tablePct: ['table', 'tablepct', 'tablepercent', 'tbl', 'tab', 'tblpct'],
  depthPct: [
    'depth',
    'depthpct',
    'depthpercent',
    'totaldepth',
    'totaldepthpct',
    'dep',
    'deppct',
    'td',
    'tdpct',
  ],
  crownHeight: ['crownheight', 'crheight', 'crht', 'ch', 'crownheightpct', 'crownht'],
  crownAngle: ['crownangle', 'crangle', 'crang', 'ca', 'crownang'],
  pavilionDepth: ['paviliondepth', 'pavdepth', 'paviliondepthpct', 'pavilionheight', 'pavht', 'pd', 'pavdp'],
  pavilionAngle: ['pavilionangle', 'pavangle', 'pavang', 'pa', 'pavilionang'],
  girdlePct: ['girdlepct', 'girdlepercent', 'girdleper', 'girdlethickness'],
  starHalves: ['starhalves', 'starlength', 'star', 'starlengthpct', 'starpct'],
  pavilionHalves: ['pavilionhalves', 'lowerhalves', 'lowerhalf', 'lowerhalvespct', 'lh', 'lowerhalfpct'],
  lightPerformance: ['lightperformance', 'lightperf'],
  photoUrl: ['video', 'videolink', 'videourl', 'v360', 'video360', '360video', 'videofile'],
  photoUrl2: [
    'photo',
    'image',
    'imagelink',
    'imageurl',
    'photolink',
    'photourl',
    'picture',
    'diamondimage',
    'imagefile',
  ],
  countryOfOrigin: ['countryoforigin', 'origin', 'sourceorigin', 'roughorigin', 'mineorigin'],
  vendorPrice: [
    'price',
    'totalprice',
    'total',
    'amount',
    'totalamount',
    'netprice',
    'totalvalue',
    'amt',
    'netamount',
    'pricetotal',
    'cashprice',
    'askingprice',
  ],
  vendorPpc: [
    'pricect',
    'pricepercarat',
    'ppc',
    'perct',
    'percarat',
    'pricepercrt',
    'pricects',
    'pricecarat',
    'rate',
    'pricecrt',
    'pct',
  ],
  vendorDiscount: [
    'discount',
    'disc',
    'discpct',
    'discountpct',
    'rappct',
    'back',
    'backpct',
    'rapdiscount',
    'rapdiscountpct',
    'rapnetdiscount',
    'rapnetdiscountpct',
    'offrap',
    'rapoff',
    'dis',
    'dispct',
  ],
  keyToSymbols: ['keytosymbols', 'keytosymbol', 'keysymbols', 'kts', 'keytosym'],
  fancyColour: ['fancycolor', 'fancycolour', 'fcolor', 'fccolor', 'fancycolordominant', 'fancycolorcolor'],
  fancyOvertone: ['fancyovertone', 'fancycolorovertone', 'fancycolourovertone', 'overtone'],
  fancyIntensity: ['fancyintensity', 'fancycolorintensity', 'fancycolourintensity', 'intensity'],
  vendorAvailability: ['availability', 'available', 'status', 'avail', 'stockstatus', 'stonestatus'],
  group: ['group', 'tier', 'exceptional', 'exceptionaltier'],
};

const ATTRIBUTES = Object.keys(HEADINGS) as FeedAttribute[];

const letters = (heading: string): string => plainName(heading.replaceAll('%', 'pct').replaceAll('#', 'no'));

/** Above it a depth is a percentage; no stone is as many millimetres high. */
const DEEPEST_MM = 30;

function fits(attribute: FeedAttribute, samples: readonly string[]): boolean {
  const numbers = samples
    .map((text) => Number(text.replace(',', '.').replace('%', '')))
    .filter((number) => number > 0);
  if (numbers.length === 0) return true;
  const most = Math.max(...numbers);
  if (attribute === 'height') return most <= DEEPEST_MM;
  return attribute !== 'depthPct' || most > DEEPEST_MM;
}

/**
 * What each column seems to hold, by its heading and its first values; null where nothing is known of it. No attribute
 * is suggested twice: the first possible column gets it.
 */
export function suggestColumns(
  columns: readonly { heading: string; samples: readonly string[] }[],
): (FeedAttribute | null)[] {
  const taken = new Set<FeedAttribute>();
  return columns.map(({ heading, samples }) => {
    const name = letters(heading);
    const found = ATTRIBUTES.find(
      (attribute) => !taken.has(attribute) && HEADINGS[attribute].includes(name) && fits(attribute, samples),
    );
    if (found === undefined) return null;
    taken.add(found);
    return found;
  });
}
