import { BACKEND_META } from '@refrain/contract/service-paths'

/** The origin of the server, from the page's head; '' if it is the page's own. */
export const backend =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>(`meta[name="${BACKEND_META}"]`)?.content ?? '')
