import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isWithin } from './album-folders.ts'
import { identifyFileSystem, readDevice } from './device.ts'

/**
 * A text that changes when a disk in or around these folders is mounted or unmounted.
 * @param mountPoints stored mount points, for systems that do not list their mounts
 */
export async function describeMounts(
  folders: readonly string[],
  mountPoints: readonly string[],
): Promise<string> {
  const roots = folders.map(folder => resolve(folder))
  const isNear = (path: string) => roots.some(root => isWithin(root, path) || isWithin(path, root))
  const paths = [...new Set([...roots, ...mountPoints.filter(isNear)])].sort()
  const found = await Promise.all(
    paths.map(async path => `${path} ${await readDevice(path)} ${await identifyFileSystem(path)}`),
  )
  return [...found, ...(await listMounts()).filter(({ path }) => isNear(path)).map(({ line }) => line)].join(
    '\n',
  )
}

/** The mounts of Linux, each with an id that is new whenever a disk is mounted. */
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

/** Decodes octal escapes such as `\\040`. */
function readEscapes(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}
