import { createRoot } from 'react-dom/client';
import { loginReply } from '#contracts/api/session.ts';
createRoot(document.getElementById('root')!).render(<div>{JSON.stringify(loginReply.safeParse({}))}</div>);
