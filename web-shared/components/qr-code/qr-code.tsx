import { encode } from 'uqr';

/** A text as a QR code; `label`: what it is, in words. Light squares stay light in the dark: cameras read no others. */
export function QrCode({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className: string | undefined;
}) {
  const { size, data } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
