import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BUILD_META } from '@refrain/contract/service-paths'

const META = new RegExp(`<meta name="${BUILD_META}" content="([^"]+)"`)

/** The id of the build in a folder of built pages; undefined if its page has none. */
export async function readBuild(pagesDir: string): Promise<string | undefined> {
  return META.exec(await readFile(join(pagesDir, 'index.html'), 'utf8'))?.[1]
}
