import { libraryTexts } from '@refrain/messages/en/library'
import type { Line } from './match-file.ts'

/** `2 of 3 songs found.` */
export function foundText(lines: readonly Line[]): string {
  if (lines.length === 0) return libraryTexts.noSongsInFile
  return libraryTexts.songsFound({ found: lines.filter(({ track }) => track).length, all: lines.length })
}
