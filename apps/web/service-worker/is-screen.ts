import { isServiceAddress } from '@refrain/contract/addresses'

/** Whether the pages show something at a path; files at the root, such as robots.txt, are no screens either. */
export function isScreen(path: string): boolean {
  return !isServiceAddress(path) && !/^\/[^/]+\.\w+$/.test(path)
}
