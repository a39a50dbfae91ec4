import { useLocation, useNavigate } from 'react-admin';
import { reportsPath, type Asked } from '../components/reports-path.ts';

/** What the page's address asks for, and how to ask for something else. */
export function useAsked(): {
  asked: Asked;
  query: URLSearchParams;
  /** `replace`: Back goes past what was asked before, for what is asked while it is typed. */
  ask: (change: Partial<Asked>, how?: { replace: boolean }) => void;
} {
  const query = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const asked: Asked = {
    customerId: query.get('customerId') ?? '',
    effectiveAt: query.get('effectiveAt') ?? '',
    knownAt: query.get('knownAt') ?? '',
  };
  const ask = (change: Partial<Asked>, how = { replace: false }): void =>
    void navigate(reportsPath({ ...asked, ...change }), how);
  return { asked, query, ask };
}
