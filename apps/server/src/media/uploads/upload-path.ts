import { join } from 'node:path'

/** Apart from the covers, since unused files here are deleted. */
export const uploadsFolder = (dataDir: string) => join(dataDir, 'uploads')

export const uploadName = (id: string) => `${id}.jpg`

const NAME = /^([A-Za-z0-9_-]{22})\.jpg$/

/** The id in the name of an upload; undefined for other names. */
export function uploadId(name: string): string | undefined {
  return NAME.exec(name)?.[1]
}

/** Path of the JPEG; its derivatives are beside it, see picture-path.ts. */
export function originalPath(folder: string, name: string): string {
  return join(folder, 'pictures', name.slice(0, 2), name)
}
