export { certificateFiles, type CertificateDrawing, type CertificateFiles } from './certificate-files.ts';
export { sendCertificate } from './routes.ts';
