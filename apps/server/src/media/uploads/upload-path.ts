import { join } from 'node:path'

/** Beside the covers, since what is left over here is swept. */
export const uploadsFolder = (dataDir: string) => join(dataDir, 'uploads')

export const uploadName = (id: string) => `${id}.jpg`

const NAME = /^([A-Za-z0-9_-]{22})\.jpg$/

/** The id in the name of an upload; undefined for what is no such name. */
export function uploadId(name: string): string | undefined {
  return NAME.exec(name)?.[1]
}

/** Where the JPEG itself lies; its derivatives lie beside it, see picture-path.ts. */
export function originalPath(folder: string, name: string): string {
  return join(folder, 'pictures', name.slice(0, 2), name)
}
