import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import type { Stone } from '#contracts/api/stones.ts';
import { reportCheckUrl } from '#contracts/vocabulary/certificates.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import { buttonClass, IconButton } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { ChoiceSwitch } from '../../components/choice-switch/choice-switch.tsx';
import { WideDialog } from '../../lists/wide-dialog.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import {
  addendumQuery,
  certificateQuery,
  type CertificateKind,
  type CertificatePdf,
} from './api/get-certificate.ts';
import styles from './certificate-viewer.module.css';

export type CertificateViewerProps = { line: Line; stone: Stone; onClose: () => void };

const KINDS: readonly (readonly [CertificateKind, string])[] = [
  ['certificate', 'Certificate'],
  ['addendum', 'AGS Addendum'],
];

/** The certificate's PDF in the page, with its AGS addendum where there is one (product: Certificate viewer). */
export default function CertificateViewer({ line, stone, onClose }: CertificateViewerProps) {
  const [kind, setKind] = useState<CertificateKind>('certificate');
  const frame = useRef<HTMLIFrameElement>(null);
  const pdf = useQuery(certificateQuery(line, stone, kind));
  const addendum = useQuery(addendumQuery(stone));
  const check = reportCheckUrl(stone);
  return (
    <WideDialog labelledBy="certificate-heading" onClose={onClose} maxWidth="lg">
      <div className={styles['viewer']}>
        <header className={styles['head']}>
          <div>
            <h2 id="certificate-heading">{certificateInWords(stone)}</h2>
            <p className={styles['sub']}>
              {stone.parcelName}
              {check && (
                <>
                  {' '}
                  ·{' '}
                  <a href={check} target="_blank" rel="noreferrer">
                    Report check
                  </a>
                </>
              )}
            </p>
          </div>
          {addendum.data && (
            <ChoiceSwitch label="Document" choices={KINDS} chosen={kind} onChoose={setKind} />
          )}
          <div className={styles['buttons']}>
            {pdf.data && <PdfLinks pdf={pdf.data} frame={frame} />}
            <IconButton icon="close" label="Close" onClick={onClose} />
          </div>
        </header>
        <div className={styles['page']}>
          {pdf.data ? (
            <PdfShown
              frame={frame}
              key={pdf.data.url}
              pdf={pdf.data}
              title={`${kind === 'addendum' ? 'AGS addendum' : 'Certificate'} of ${stone.parcelName}`}
            />
          ) : pdf.isError ? (
            <CouldNotLoad what="The certificate" error={pdf.error} retry={pdf.refetch} />
          ) : (
            <Skeleton height="100%" />
          )}
        </div>
      </div>
    </WideDialog>
  );
}

function PdfLinks({ pdf, frame }: { pdf: CertificatePdf; frame: RefObject<HTMLIFrameElement | null> }) {
  return (
    <>
      {navigator.pdfViewerEnabled && (
        <IconButton icon="print" label="Print" onClick={() => frame.current?.contentWindow?.print()} />
      )}
      <a className={buttonClass()} href={pdf.url} target="_blank" rel="noreferrer">
        Open
      </a>
      <a className={buttonClass()} href={pdf.url} download={pdf.fileName}>
        Download
      </a>
    </>
  );
}

/** The browser's own viewer; where it has none (most phones), the ways to open the PDF elsewhere. */
function PdfShown({
  pdf,
  title,
  frame,
}: {
  pdf: CertificatePdf;
  title: string;
  frame: RefObject<HTMLIFrameElement | null>;
}) {
  if (!navigator.pdfViewerEnabled)
    return (
      <StateMessage
        heading="This browser cannot show a PDF in a page"
        actions={
          <a className={buttonClass('primary', true)} href={pdf.url} target="_blank" rel="noreferrer">
            <Icon name="certificate" /> Open the certificate
          </a>
        }
      >
        {pdf.fileName}
      </StateMessage>
    );
  return (
    <iframe
      ref={frame}
      className={styles['frame']}
      src={`${pdf.url}#toolbar=0&navpanes=0&view=Fit`}
      title={title}
    />
  );
}
