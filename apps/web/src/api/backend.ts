import { BACKEND_META } from '@refrain/contract/service-paths'
import { prefix } from '../prefix.ts'

/** What stands before paths of the server: its origin, if the page's head names another one, else the prefix of all paths. */
export const backend = import.meta.env.SSR
  ? prefix
  : (document.querySelector<HTMLMetaElement>(`meta[name="${BACKEND_META}"]`)?.content ?? prefix)
