import { dirname } from 'node:path'
import { type CueFile, type CueSheet, isDisc } from '@refrain/audio/cue/cue-sheet'
import { foldName } from '@refrain/contract/fold-name'
import type { CollectionFile } from '../collection/album-folders.ts'
import { stripExtension } from '../collection/file-kinds.ts'
import type { FoundSheet } from './read-sheets.ts'

/** A cue sheet that says which tracks are in an audio file. */
interface Claim {
  readonly found: FoundSheet
  readonly sheet: CueSheet
  readonly part: CueFile
}

interface Claims {
  /** By path of the audio file, the likeliest first. */
  readonly byPath: ReadonlyMap<string, readonly Claim[]>
  /** Sheets that name a file which is not there. */
  readonly lost: readonly { readonly found: FoundSheet; readonly name: string }[]
}

const stemOf = (name: string) => foldName(stripExtension(name))

/**
 * Finds the audio files that cue sheets are about. A sheet may name a file that was converted or renamed since; sheets of
 * single tracks are about no file that would have to be cut.
 */
export function claimFiles(files: readonly CollectionFile[], sheets: readonly FoundSheet[]): Claims {
  const byFolder = Map.groupBy(files, file => dirname(file.path))
  const claims = new Map<string, { claim: Claim; rank: number }[]>()
  const lost: { found: FoundSheet; name: string }[] = []
  for (const found of sheets) {
    if ('problem' in found.read) continue
    const { sheet } = found.read
    const beside = byFolder.get(dirname(found.file.path)) ?? []
    for (const part of sheet.files.filter(isDisc)) {
      const file = findFile(part, found.file, sheet, beside)
      if (file) {
        const rank = rankOf(part, found.file, file)
        const others = claims.get(file.path) ?? []
        claims.set(file.path, [...others, { claim: { found, sheet, part }, rank }])
      } else if (beside.length < part.tracks.length) {
        // With as many files as tracks, the disc was taken apart, and its sheet kept.
        lost.push({ found, name: part.name })
      }
    }
  }
  const byPath = Array.from(claims, ([path, ranked]) => {
    const ordered = ranked.toSorted((a, b) => b.rank - a.rank).map(({ claim }) => claim)
    return [path, ordered] as const
  })
  return { byPath: new Map(byPath), lost }
}

/** The file of that name, with another ending, with the name of the sheet, or the only one. */
function findFile(
  { name }: CueFile,
  own: CollectionFile,
  sheet: CueSheet,
  beside: readonly CollectionFile[],
): CollectionFile | undefined {
  const named =
    beside.find(file => foldName(file.name) === foldName(name)) ??
    beside.find(file => stemOf(file.name) === stemOf(name))
  if (named || sheet.files.length > 1) return named
  return beside.find(file => isNamedAlike(own, file)) ?? (beside.length === 1 ? beside[0] : undefined)
}

/** `disc.cue` and `disc.flac.cue` belong to `disc.flac`. */
function isNamedAlike(sheet: CollectionFile, file: CollectionFile): boolean {
  const stem = stemOf(sheet.name)
  return stem === stemOf(file.name) || stem === foldName(file.name)
}

/** Of several sheets about one file, that with its name counts, then that which names it as it is. */
function rankOf(part: CueFile, sheet: CollectionFile, file: CollectionFile): number {
  return (isNamedAlike(sheet, file) ? 2 : 0) + (foldName(part.name) === foldName(file.name) ? 1 : 0)
}
