import { resolve } from 'node:path'
import { isWithin } from './album-folders.ts'
import { identifyFileSystem, readDevice } from './device.ts'
import { listMounts } from './mounts.ts'

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
  return [
    ...found,
    ...(await listMounts())
      .filter(({ path }) => isNear(path))
      .map(({ path, id, device }) => `${id} ${device} ${path}`),
  ].join('\n')
}
