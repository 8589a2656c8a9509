import { BACKEND_META } from '@refrain/contract/service-paths'

/** The origin everything is asked of, or '' where the pages come from; the page's head says so (PROP-09). */
export const backend =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>(`meta[name="${BACKEND_META}"]`)?.content ?? '')
