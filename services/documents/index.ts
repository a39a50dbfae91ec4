export type { CertificateDrawing } from './certificate-files.ts';
