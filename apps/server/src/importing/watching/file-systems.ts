import { findHolder, type Mount, mountsOf } from '../collection/mounts.ts'

/**
 * Which changes of a file system its events tell of.
 *
 * - `all`
 * - `own`: those made through this mount; others can change the files behind it
 * - `none` that could be relied on: they are made on other machines
 */
export type EventsOf = 'all' | 'own' | 'none'

const REMOTE = new Set([
  ...[
    '9p',
    'acfs',
    'afpfs',
    'afs',
    // Looking at what is not mounted yet would wait for another machine.
    'autofs',
    'beegfs',
    'ceph',
    'cifs',
    'coda',
    'drvfs',
    'gfs2',
    'gpfs',
    'lustre',
    'ncpfs',
  ],
  ...[
    'nfs',
    'nfs4',
    'ocfs2',
    'orangefs',
    'prl_fs',
    'smb2',
    'smb3',
    'smbfs',
    'vboxsf',
    'virtiofs',
    'vmhgfs',
    'wekafs',
  ],
])

/** Programs that show files which others change as well, such as Docker Desktop (`fakeowner`). NTFS by FUSE (`fuseblk`) is a disk of this machine. */
const IN_FRONT = /^(fuse(\..+)?|fakeowner|ecryptfs|overlay|aufs|unionfs|mhddfs)$/

/** Remote ones among FUSE. */
const REMOTE_FUSE =
  /^fuse\.(sshfs|rclone|s3fs|goofys|davfs2?|glusterfs|curlftpfs|vmhgfs-fuse|grpcfuse|smbnetfs|cephfs|ceph-fuse|juicefs|.*drive.*)$/

/** @param type as in mountinfo(5) */
export function eventsOf(type: string): EventsOf {
  if (REMOTE.has(type) || REMOTE_FUSE.test(type)) return 'none'
  return IN_FRONT.test(type) ? 'own' : 'all'
}

/** How a folder of the collection is followed. */
export interface FolderState {
  readonly path: string
  /** Whether it is watched: not if everything in it lies where events do not come. */
  readonly isWatched: boolean
  /** Types of file systems in it whose events do not tell everything, sorted. */
  readonly silent: readonly string[]
}

/** What mounts say of folders of the collection. */
export interface FolderStates {
  readonly folders: readonly FolderState[]
  /** Mount points in them that are not watched. */
  readonly excluded: readonly string[]
}

/** @param mounts those of the machine; none where they are unknown: then everything is watched */
export function classifyFolders(folders: readonly string[], mounts: readonly Mount[]): FolderStates {
  const excluded = new Set<string>()
  const states = folders.map(path => {
    const holder = findHolder(mounts, path)
    const concerned = mountsOf(mounts, path).filter(({ type }) => eventsOf(type) !== 'all')
    for (const mount of concerned)
      if (mount !== holder && eventsOf(mount.type) === 'none') excluded.add(mount.path)
    const isWatched = holder === undefined || eventsOf(holder.type) !== 'none'
    return { path, isWatched, silent: [...new Set(concerned.map(({ type }) => type))].sort() }
  })
  return { folders: states, excluded: [...excluded] }
}
