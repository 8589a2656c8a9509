import { dirname, relative, sep } from 'node:path'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { albumFolder, baseOf, isFolderPicture } from './collection-names.ts'
import type { SeenFile, SeenFolder } from './walk-folder.ts'

/** A sound file of the collection and what lies beside it. */
export interface CollectionFile extends SeenFile {
  readonly root: string
  /** Path below the root, with `/`. */
  readonly inside: string
  readonly lrc: string
  /** Stands for the lyrics and pictures that are read with it: changes when they do. */
  readonly beside: string
}

/** The folders of one album, read together because their files are judged together. */
export interface AlbumFolder {
  readonly root: string
  /** Path below the root, with `/`; '' for the root itself. */
  readonly folder: string
  readonly files: readonly CollectionFile[]
  readonly covers: readonly SeenFile[]
  readonly artistPictures: readonly SeenFile[]
}

/** Puts the discs of an album together, and to each file what lies beside it. */
export function joinFolders(root: string, seen: readonly SeenFolder[]): AlbumFolder[] {
  const byPath = new Map(seen.map(folder => [folder.path, folder]))
  const groups = Map.groupBy(
    seen.filter(folder => folder.sounds.length > 0),
    folder => albumFolder(below(root, folder.path)),
  )
  return Array.from(groups, ([folder, parts]) => {
    const holders = withAlbumFolder(root, folder, parts, byPath)
    const covers = holders.flatMap(part => part.covers)
    const artistPictures = holders
      .flatMap(part => part.artistPictures)
      .concat(picturesAbove(root, holders, byPath))
    const pictures = [...covers, ...artistPictures]
    const files = parts.flatMap(part =>
      part.sounds.map(sound => {
        const lrc = part.lyrics.get(baseOf(sound.name).toLowerCase())
        const beside = signature(lrc ? [lrc, ...pictures] : pictures)
        return { ...sound, root, inside: below(root, sound.path), lrc: lrc?.path ?? '', beside }
      }),
    )
    return { root, folder, files, covers, artistPictures }
  }).sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** The folders with sound, and the one above them where they are discs: covers often lie there. */
function withAlbumFolder(
  root: string,
  folder: string,
  parts: readonly SeenFolder[],
  byPath: ReadonlyMap<string, SeenFolder>,
): SeenFolder[] {
  const own = byPath.get(folder === '' ? root : `${root}${sep}${folder.replaceAll('/', sep)}`)
  return own && !parts.includes(own) ? [own, ...parts] : [...parts]
}

/** `artist.jpg`, or `folder.jpg` where no sound lies, in the folder above an album. */
function picturesAbove(
  root: string,
  holders: readonly SeenFolder[],
  byPath: ReadonlyMap<string, SeenFolder>,
): SeenFile[] {
  const top = holders[0]!.path
  const above = byPath.get(dirname(top))
  if (!above || above.path === root || !isWithin(root, above.path)) return []
  const folderPictures =
    above.sounds.length === 0 ? above.covers.filter(file => isFolderPicture(file.name)) : []
  return [...above.artistPictures, ...folderPictures]
}

function signature(files: readonly SeenFile[]): string {
  if (files.length === 0) return ''
  return shortId(...files.map(file => `${file.path} ${file.size} ${file.mtimeMs}\n`))
}

function below(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}

/** True for a folder itself and everything below it. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
