import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** Creates the folder of the sample catalogue if necessary. @returns its real path */
export async function openSampleFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'sample')
  await mkdir(folder, { recursive: true })
  return realpath(folder)
}
