import { isServicePath } from '@refrain/contract/service-paths'

/** Whether the pages show something at a path; files at the root, such as robots.txt, are no screens either. */
export function isScreen(path: string): boolean {
  return !isServicePath(path) && !/^\/[^/]+\.\w+$/.test(path)
}
