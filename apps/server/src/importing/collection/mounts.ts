import { readFile } from 'node:fs/promises'
import { isWithin } from './album-folders.ts'

/** A mount of Linux. */
export interface Mount {
  /** New whenever a disk is mounted. */
  readonly id: string
  /** Major and minor number, such as `8:1`. */
  readonly device: string
  readonly path: string
  /** Type of the file system, such as `ext4`, `nfs4` or `fuse.sshfs`. */
  readonly type: string
  /** Such as `/dev/sda1`. */
  readonly source: string
}

/** The mounts of this process; none on other systems than Linux. */
export async function listMounts(): Promise<Mount[]> {
  return parseMounts(await readFile('/proc/self/mountinfo', 'utf8').catch(() => ''))
}

/** @param text as proc_pid_mountinfo(5) describes it */
export function parseMounts(text: string): Mount[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [own = '', rest = ''] = line.split(' - ', 2)
      const [id = '', , device = '', , path = ''] = own.split(' ')
      const [type = '', source = ''] = rest.split(' ')
      return { id, device, path: readEscapes(path), type, source: readEscapes(source) }
    })
}

/** The mount that a path lies in. Of several at one place the last hides the others. */
export function findHolder(mounts: readonly Mount[], path: string): Mount | undefined {
  let found: Mount | undefined
  for (const mount of mounts)
    if (isWithin(mount.path, path) && mount.path.length >= (found?.path.length ?? 0)) found = mount
  return found
}

/** The mounts that a folder lies in and that lie in it. */
export function mountsOf(mounts: readonly Mount[], folder: string): Mount[] {
  const holder = findHolder(mounts, folder)
  const inside = mounts.filter(mount => mount.path !== folder && isWithin(folder, mount.path))
  return holder ? [holder, ...inside] : inside
}

/** Decodes octal escapes such as `\\040`. */
function readEscapes(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}
