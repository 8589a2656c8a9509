import { isServicePath } from '@refrain/contract/service-paths'

/** Whether a path belongs to the pages: neither to the service nor to a file at the root, such as robots.txt. */
export function isScreen(path: string): boolean {
  return !isServicePath(path) && !/^\/[^/]+\.\w+$/.test(path)
}
