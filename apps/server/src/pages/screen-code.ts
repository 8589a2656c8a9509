import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SCREEN_CODE_FILE } from '@refrain/contract/service-paths'
import type { Shown } from './screens.ts'

/** The files of code, and their style sheets, that a screen needs beside those of every screen, by what it shows. */
export type ScreenCode = Readonly<Partial<Record<Shown, readonly string[]>>>

/** Reads what the build of the pages has written about its files; nothing if it is of an older version. */
export async function readScreenCode(pagesDir: string): Promise<ScreenCode> {
  const json = await readFile(join(pagesDir, SCREEN_CODE_FILE), 'utf8').catch(() => '{}')
  return JSON.parse(json)
}
