import { dirname, sep } from 'node:path'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { findAlbumFolder, isFolderPicture, stripExtension } from './file-kinds.ts'
import type { FoundFile, FoundFolder } from './walk-root.ts'

/** An audio file of the collection with its lyrics and pictures. */
export interface CollectionFile extends FoundFile {
  readonly root: string
  /** Path relative to the root, with `/`. */
  readonly inside: string
  readonly lrc: string
  /** Hash of paths, sizes, times and ETags of the lyrics, cue sheets and pictures that are read with the file, of its own ETag, and of the character set. */
  readonly beside: string
}

/** The folders of one album, which are imported together. */
export interface AlbumFolder {
  readonly root: string
  /** Path relative to the root, with `/`; '' for the root itself. */
  readonly folder: string
  readonly files: readonly CollectionFile[]
  /** Cue sheets, which lie beside the files. */
  readonly sheets: readonly CollectionFile[]
  readonly covers: readonly FoundFile[]
  readonly artistPictures: readonly FoundFile[]
}

/**
 * Groups folders by album (one per disc) and assigns lyrics and pictures to the files.
 * @param tagCharset in which tags are read, '' if it is detected
 */
export function groupAlbumFolders(
  root: string,
  seen: readonly FoundFolder[],
  tagCharset = '',
): AlbumFolder[] {
  const byPath = new Map(seen.map(folder => [folder.path, folder]))
  const groups = Map.groupBy(
    seen.filter(folder => folder.audio.length > 0),
    folder => findAlbumFolder(below(root, folder.path)),
  )
  return Array.from(groups, ([folder, parts]) => {
    const holders = withAlbumFolder(root, folder, parts, byPath)
    const covers = holders.flatMap(part => part.covers)
    const artistPictures = holders
      .flatMap(part => part.artistPictures)
      .concat(picturesAbove(root, holders, byPath))
    const pictures = [...covers, ...artistPictures]
    const files = parts.flatMap(part =>
      part.audio.map(file => {
        const lrc = part.lyrics.get(stripExtension(file.name).toLowerCase())
        const own = file.etag === undefined ? [] : [file]
        const beside = hashFiles([...own, ...(lrc ? [lrc] : []), ...part.sheets, ...pictures], tagCharset)
        return { ...file, root, inside: below(root, file.path), lrc: lrc?.path ?? '', beside }
      }),
    )
    const sheets = parts.flatMap(part =>
      part.sheets.map(file => ({ ...file, root, inside: below(root, file.path), lrc: '', beside: '' })),
    )
    return { root, folder, files, sheets, covers, artistPictures }
  }).sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** The folders with audio and, if they are discs, the album folder above, which often contains the cover. */
function withAlbumFolder(
  root: string,
  folder: string,
  parts: readonly FoundFolder[],
  byPath: ReadonlyMap<string, FoundFolder>,
): FoundFolder[] {
  const own = byPath.get(folder === '' ? root : `${root}${sep}${folder.replaceAll('/', sep)}`)
  return own && !parts.includes(own) ? [own, ...parts] : [...parts]
}

/** In the folder above an album: `artist.jpg`, or `folder.jpg` if the folder holds no audio. */
function picturesAbove(
  root: string,
  holders: readonly FoundFolder[],
  byPath: ReadonlyMap<string, FoundFolder>,
): FoundFile[] {
  const top = holders[0]!.path
  const above = byPath.get(dirname(top))
  if (!above || above.path === root || !isWithin(root, above.path)) return []
  const folderPictures =
    above.audio.length === 0 ? above.covers.filter(file => isFolderPicture(file.name)) : []
  return [...above.artistPictures, ...folderPictures]
}

function hashFiles(files: readonly FoundFile[], tagCharset: string): string {
  if (files.length === 0 && tagCharset === '') return ''
  return shortId(
    tagCharset,
    ...files.map(file => `${file.path} ${file.size} ${file.mtimeMs}${file.etag ? ` ${file.etag}` : ''}\n`),
  )
}

/** Of a path in a root. `path.relative` would take a tenth of the time of a whole pass. */
function below(root: string, path: string): string {
  const inside = path.slice(root.endsWith(sep) || path === root ? root.length : root.length + 1)
  return sep === '/' ? inside : inside.split(sep).join('/')
}

/** True for the folder itself and everything in it. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
