export { announcesWork } from './migrations.ts';
export { listenForWork, type WorkNotices } from './work-notices.ts';
