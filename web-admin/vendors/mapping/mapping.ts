import type { FeedFile, FeedMappingResource } from '#contracts/api/vendor-feeds.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import { plainHeading } from '#contracts/vendor/feed-mapping.ts';
import { withTyped } from '../../components/form/use-versioned.ts';

/** A mapping as it is being made: what stands under each heading; null: left aside. */
export type Draft = {
  headings: readonly Heading[];
  conventions: FeedMappingResource['conventions'];
};
export type Heading = {
  heading: string;
  samples: readonly string[];
  attribute: FeedAttribute | null;
  /** Not saved yet: guessed from the heading and its values. */
  suggested: boolean;
};

/** The saved mapping, before a file is seen. */
export const draftOfSaved = ({ columns, conventions }: FeedMappingResource): Draft => ({
  headings: columns.map(({ vendorColumnHeader, attribute }) => ({
    heading: vendorColumnHeader,
    samples: [],
    attribute,
    suggested: false,
  })),
  conventions,
});

/** The headings of a file, each as it is mapped, else as it is suggested where nothing else is that attribute. */
export function draftOfFile({ columns, conventions }: FeedFile): Draft {
  const taken = new Set(columns.flatMap(({ mapped }) => mapped ?? []));
  const headings = columns.map(({ heading, samples, mapped, suggestion }) => {
    if (mapped || !suggestion || taken.has(suggestion))
      return { heading, samples, attribute: mapped, suggested: false };
    taken.add(suggestion);
    return { heading, samples, attribute: suggestion, suggested: true };
  });
  return { headings, conventions };
}

/** The draft as it is sent: the headings that are something. */
export const mappingOf = ({ headings, conventions }: Draft) => ({
  columns: headings.flatMap(({ heading, attribute }) =>
    attribute ? [{ vendorColumnHeader: heading, attribute }] : [],
  ),
  conventions,
});

/** The draft once it is saved: nothing in it is only suggested any more. */
export const settled = ({ headings, conventions }: Draft): Draft => ({
  headings: headings.map((heading) => ({ ...heading, suggested: false })),
  conventions,
});

/** Attributes that stand under two headings. */
export function mappedTwice({ headings }: Draft): FeedAttribute[] {
  const attributes = headings.flatMap(({ attribute }) => attribute ?? []);
  return [...new Set(attributes.filter((one, place) => attributes.indexOf(one) !== place))];
}

/** Saved headings that the draft of a file does not have. */
export function goneFrom(saved: FeedMappingResource, { headings }: Draft): string[] {
  const known = new Set(headings.map(({ heading }) => plainHeading(heading)));
  return saved.columns
    .map(({ vendorColumnHeader }) => vendorColumnHeader)
    .filter((heading) => !known.has(plainHeading(heading)));
}

/**
 * A draft over what somebody else has saved: what one chose stays, and what is as it was before becomes theirs. A
 * suggestion is no choice, and yields to theirs.
 */
export function overSaved(mine: Draft, before: FeedMappingResource, now: FeedMappingResource): Draft {
  const [was, is] = [attributesOf(before), attributesOf(now)];
  const headings = mine.headings.map((heading) => {
    const name = plainHeading(heading.heading);
    const [former, theirs] = [was.get(name) ?? null, is.get(name) ?? null];
    if (theirs === former || (heading.attribute !== former && !heading.suggested)) return heading;
    return { ...heading, attribute: theirs, suggested: false };
  });
  const known = new Set([...was.keys(), ...mine.headings.map(({ heading }) => plainHeading(heading))]);
  const added = draftOfSaved(now).headings.filter(({ heading }) => !known.has(plainHeading(heading)));
  return {
    headings: [...headings, ...added],
    conventions: withTyped(now.conventions, before.conventions, mine.conventions),
  };
}

const attributesOf = ({ columns }: FeedMappingResource): ReadonlyMap<string, FeedAttribute> =>
  new Map(columns.map(({ vendorColumnHeader, attribute }) => [plainHeading(vendorColumnHeader), attribute]));
