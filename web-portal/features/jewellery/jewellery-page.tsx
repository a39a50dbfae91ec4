import type { ReactNode } from 'react';

/** Core Jewellery that is available: by model, to be ordered, or piece by piece. */
export default function JewelleryPage({
  aside,
  renderPieces,
}: {
  aside?: ReactNode;
  renderPieces: (aside: ReactNode) => ReactNode;
}) {
  return renderPieces(aside);
}
