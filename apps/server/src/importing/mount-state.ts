import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { deviceOf, fileSystemOf } from './device-of.ts'
import { isWithin } from './join-folders.ts'

/**
 * A text that changes when a disk in or around these folders is mounted or unmounted.
 * @param mountPoints where disks were mounted before, for systems that do not list their mounts
 */
export async function readMountState(
  folders: readonly string[],
  mountPoints: readonly string[],
): Promise<string> {
  const roots = folders.map(folder => resolve(folder))
  const isNear = (path: string) => roots.some(root => isWithin(root, path) || isWithin(path, root))
  const paths = [...new Set([...roots, ...mountPoints.filter(isNear)])].sort()
  const found = await Promise.all(
    paths.map(async path => `${path} ${await deviceOf(path)} ${await fileSystemOf(path)}`),
  )
  return [...found, ...(await listMounts()).filter(({ path }) => isNear(path)).map(({ line }) => line)].join(
    '\n',
  )
}

/** Linux lists mounts with a number that is new each time a disk is mounted. */
async function listMounts(): Promise<{ path: string; line: string }[]> {
  const text = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [id, , device, , path = ''] = line.split(' ')
      return { path: readEscapes(path), line: `${id} ${device} ${path}` }
    })
}

/** `\\040` stands for a space. */
function readEscapes(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}
