/** A bucket of an S3-compatible store, and the key that opens it. */
export type S3Address = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export const S3_EXAMPLE =
  's3://KEY:SECRET@host/bucket?region=us-east-1 (percent-encode the secret; &tls=false for plain http)';

const BUCKET = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/;

/**
 * Reads `s3://KEY:SECRET@host:port/bucket?region=eu-west-1&tls=false`; by default region `us-east-1` and TLS.
 * Null when the text is no such address.
 */
export function readS3Address(text: string): S3Address | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const bucket = BUCKET.exec(url.pathname)?.[1];
  const tls = url.searchParams.get('tls') ?? 'true';
  const unknown = [...url.searchParams.keys()].some((name) => name !== 'tls' && name !== 'region');
  if (
    url.protocol !== 's3:' ||
    url.host === '' ||
    bucket === undefined ||
    unknown ||
    !['true', 'false'].includes(tls)
  )
    return null;
  if (url.username === '' || url.password === '') return null;
  try {
    return {
      endpoint: `${tls === 'true' ? 'https' : 'http'}://${url.host}`,
      bucket,
      region: url.searchParams.get('region') ?? 'us-east-1',
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    };
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
