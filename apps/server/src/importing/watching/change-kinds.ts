import { basename } from 'node:path'
import { detectFileKind } from '../collection/file-kinds.ts'
import type { FolderEvent } from './folder-events.ts'
import type { ChangeKind } from './pass-plan.ts'

/** The catalogue is asked about at most so many files at once; further ones count as new. */
const MAX_ASKED = 500

export interface FolderChange {
  readonly kind: ChangeKind
  readonly folder: string
}

/**
 * What events mean for the import: known files are read again at once, new ones wait until they are whole. Files that are no part of
 * the collection mean nothing.
 * @param findKnown which of these audio files the catalogue has
 */
export async function classifyEvents(
  events: readonly FolderEvent[],
  findKnown: (paths: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<FolderChange[]> {
  const relevant = events.filter(({ path, isFolder }) => isFolder || kindOf(path) !== 'other')
  const isAudio = ({ path, isFolder }: FolderEvent) => !isFolder && kindOf(path) === 'audio'
  const asked = new Set(
    relevant.filter(one => one.kind !== 'removed' && isAudio(one)).map(({ path }) => path),
  )
  const known = asked.size === 0 || asked.size > MAX_ASKED ? new Set<string>() : await findKnown([...asked])
  const created = new Set(relevant.filter(({ kind }) => kind === 'new').map(({ path }) => path))
  return relevant.map((event): FolderChange => {
    const { kind, folder, path, isFolder } = event
    if (kind === 'removed') return { kind, folder }
    if (isAudio(event)) return { kind: known.has(path) ? 'changed' : 'new', folder }
    // A picture or text that somebody edits; one that is copied was created shortly before.
    // More will follow inside.
    if (isFolder) return { kind: 'new', folder: path }
    return { kind: kind === 'new' || created.has(path) ? 'new' : 'changed', folder }
  })
}

const kindOf = (path: string) => detectFileKind(basename(path)).kind
