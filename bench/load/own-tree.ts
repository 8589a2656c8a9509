import { fileURLToPath } from 'node:url'

/** Path of the sources of this revision. */
export const OWN_TREE = fileURLToPath(new URL('../../', import.meta.url))
