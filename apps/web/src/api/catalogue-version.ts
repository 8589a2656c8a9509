import { CATALOGUE_HEADER } from '@refrain/contract/service-paths'

let oldest: number | undefined

/** Remembers which version of the catalogue an answer was made from; the browser's cache keeps that with it. */
export function noteCatalogueVersion({ headers }: Response): void {
  const version = Number.parseInt(headers.get(CATALOGUE_HEADER) ?? '', 10)
  if (!Number.isNaN(version)) oldest = Math.min(version, oldest ?? version)
}

/** The oldest version that any answer to this page was made from; undefined before the first. */
export const oldestCatalogueVersion = (): number | undefined => oldest
