import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The version of the service, as its package says. */
export const PRODUCT_VERSION: string = version
