import { dirname } from 'node:path'
import { UnreadableError } from '@refrain/audio/audio-info'
import { type CueFile, type CueSheet, type CueTrack, isDisc } from '@refrain/audio/cue/cue-sheet'
import { asDecoded, type Cut, cutAudio, cutFile } from '@refrain/audio/cue/cut-file'
import { NO_SORT_TEXTS } from '@refrain/audio/tags/names/sort-names'
import { NO_NAMES } from '@refrain/audio/tags/names/written-names'
import { NO_REMARKS } from '@refrain/audio/tags/read-remarks'
import type { Tags } from '@refrain/audio/tags/read-tags'
import { cutPath, sheetPath } from '../../media/cuts/cut-path.ts'
import type { AlbumFolder, CollectionFile } from '../collection/album-folders.ts'
import { parseDiscNumber, stripExtension } from '../collection/file-kinds.ts'
import { claimFiles } from './claim-files.ts'
import type { FileResult } from './file-reader.ts'
import type { ReadFile } from './read-file.ts'
import type { FoundSheet } from './read-sheets.ts'
import type { CollectionChanges } from './walk-collection.ts'

/** A cue sheet that cannot be used. */
interface SheetProblem {
  /** The sheet, or the file that it is in under a path inside of that. */
  readonly file: CollectionFile
  readonly reason: string
  /** It could not be reached: the next import tries again. */
  readonly isTemporary: boolean
}

/** An album folder whose discs are taken apart. */
export interface CutFolder {
  /** With a file for each cut instead of those of the discs. */
  readonly folder: AlbumFolder
  /** With a result for each cut. */
  readonly results: readonly FileResult[]
  /** The files that were cut. */
  readonly discs: readonly { readonly file: CollectionFile; readonly audioId: string }[]
  readonly problems: readonly SheetProblem[]
}

/** A sheet that may be used for a file, and what it becomes if it does not fit. */
interface Candidate {
  readonly sheet: CueSheet
  readonly part: CueFile
  readonly doubtful: readonly string[]
  readonly file: CollectionFile
}

/**
 * Replaces each file of several tracks by these, as cue sheets beside it or in it say. Pure. A sheet that does not fit leaves
 * the file as it is, and so does one that cannot be reached.
 * @param cuts what earlier imports made of files, see `CollectionChanges`
 */
export function cutDiscs(
  folder: AlbumFolder,
  results: readonly FileResult[],
  sheets: readonly FoundSheet[],
  cuts: CollectionChanges['cuts'],
): CutFolder {
  const problems = new Map<string, SheetProblem>()
  const addProblem = (file: CollectionFile, reason: string, isTemporary = false) =>
    problems.set(file.path, { file, reason, isTemporary })
  // Among all files: a sheet of one that cannot be read is about no other.
  const { byPath, lost } = claimFiles(folder.files, sheets)
  for (const { file, read, isTemporary } of sheets)
    if ('problem' in read) addProblem(file, read.problem, isTemporary)
  const unreached = new Set(sheets.filter(one => one.isTemporary).map(({ file }) => dirname(file.path)))
  for (const { found, name } of lost)
    addProblem(found.file, `the file that it names is not beside it (${name})`)

  const files: CollectionFile[] = []
  const made: FileResult[] = []
  const discs: { file: CollectionFile; audioId: string }[] = []
  const byFile = new Map(results.map(result => [result.path, result]))
  for (const file of folder.files) {
    const result = byFile.get(file.path)
    if (cuts.has(file.path) && unreached.has(dirname(file.path))) {
      files.push(file)
      made.push({ path: file.path, problem: 'a cue sheet beside it cannot be read', isTemporary: true })
      continue
    }
    const own = result && !('problem' in result) ? result : undefined
    const candidates: Candidate[] = (byPath.get(file.path) ?? []).map(({ found, sheet, part }) => ({
      ...{ sheet, part, doubtful: found.doubtful, file: found.file },
    }))
    if (own?.sheet) candidates.push(...ownSheet(file, own.sheet, candidates.length > 0, addProblem))
    const tracks = own && firstThatFits(file, own, candidates, addProblem)
    files.push(...(tracks?.map(cut => cut.file) ?? [file]))
    if (result) made.push(...(tracks?.map(cut => cut.result) ?? [result]))
    if (own && tracks) discs.push({ file, audioId: own.audio.audioId })
  }
  return { folder: { ...folder, files }, results: made, discs, problems: [...problems.values()] }
}

/** The sheet in a file, which is asked only where none beside it is about that. */
function ownSheet(
  file: CollectionFile,
  read: NonNullable<ReadFile['sheet']>,
  isClaimed: boolean,
  addProblem: (file: CollectionFile, reason: string) => void,
): Candidate[] {
  const inside = { ...file, path: sheetPath(file.path), size: 0 }
  if ('sheet' in read) {
    const { sheet } = read
    return sheet.files.filter(isDisc).map(part => ({ sheet, part, doubtful: [], file: inside }))
  }
  if (!isClaimed) addProblem(inside, `the cue sheet in it cannot be used: ${read.problem}`)
  return []
}

function firstThatFits(
  file: CollectionFile,
  read: ReadFile & { path: string },
  candidates: readonly Candidate[],
  addProblem: (file: CollectionFile, reason: string) => void,
): { file: CollectionFile; result: FileResult }[] | undefined {
  const audio = asDecoded(read.audio)
  for (const candidate of candidates) {
    try {
      const cuts = cutFile(candidate.part, audio)
      return cuts.map(cut => toCut(file, { ...read, audio }, candidate, cut))
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error
      const isInside = candidate.file.path === sheetPath(file.path)
      addProblem(
        candidate.file,
        isInside ? `the cue sheet in it does not fit: ${error.message}` : error.message,
      )
    }
  }
  return undefined
}

function toCut(
  file: CollectionFile,
  read: ReadFile & { path: string },
  { sheet, doubtful }: Candidate,
  cut: Cut,
): { file: CollectionFile; result: FileResult } {
  const path = cutPath(file.path, cut.first)
  const stem = stripExtension(file.name)
  // Sent as WAV: see docs/decisions/119-cue-sheets.md.
  const name = `${isBook(file) ? file.name : stem}.${twoDigits(cut.track.number)}.wav`
  const tags = cutTags(read.tags, sheet, cut.track, stem)
  return {
    file: { ...file, path, name, size: 0 },
    result: {
      ...read,
      ...{ path, tags, audio: cutAudio(read.audio, cut), first: cut.first },
      ...{ lyrics: undefined, sheet: undefined },
      ...(doubtful.length > 0 && { doubtful, takesCharset: true }),
    },
  }
}

/** Pages tell audiobooks by the names of their files. */
const isBook = ({ name }: CollectionFile) => /\.m4b$/i.test(name)
const twoDigits = (number: number) => String(number).padStart(2, '0')
const named = (name: string) => ({ ...NO_NAMES, values: [name] })

/** What the sheet says, and for the rest what the tags of the file say of the whole. */
function cutTags(tags: Tags, sheet: CueSheet, track: CueTrack, stem: string): Tags {
  const performer = track.performer || sheet.performer
  const { gains, sortTexts } = tags
  return {
    ...tags,
    title: track.title || `Track ${twoDigits(track.number)}`,
    ...(performer && { credit: performer, artists: named(performer) }),
    ...(sheet.performer && { albumArtists: named(sheet.performer) }),
    sortTexts:
      performer || sheet.performer
        ? { ...NO_SORT_TEXTS, album: sortTexts.album }
        : { ...sortTexts, title: '' },
    album: sheet.title || tags.album,
    ...(sheet.genre && { genres: [sheet.genre] }),
    ...(sheet.date && { date: sheet.date }),
    ...{ mbid: '', isrc: track.isrc, number: track.number, lyrics: undefined },
    // What else is said is said of the whole file.
    ...{ chapters: [], remarks: NO_REMARKS },
    disc: sheet.disc || tags.disc || parseDiscNumber(sheet.title) || parseDiscNumber(stem),
    gains: {
      trackGain: track.trackGain,
      trackPeak: track.trackPeak,
      // That of the whole file.
      albumGain: sheet.albumGain ?? gains.albumGain ?? gains.trackGain,
      albumPeak: sheet.albumPeak ?? gains.albumPeak ?? gains.trackPeak,
    },
  }
}
