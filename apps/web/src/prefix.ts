import { PREFIX_DATA } from '@refrain/contract/service-paths'

/**
 * The path in front of all addresses of the service, such as `/music`, or '' at the root of its host. The document names it;
 * to the code that renders pages on the server, its own address. Only this file reads it.
 */
export const prefix = import.meta.env.SSR
  ? (new URL(import.meta.url).searchParams.get(PREFIX_DATA) ?? '')
  : (document.documentElement.dataset[PREFIX_DATA] ?? '')

/** In front of names that all pages of a host share. No prefix has a colon: no other service's name begins like that. */
const names = prefix && `${prefix}:`

/**
 * The name under which the browser stores or shares something: as it is at the root of the host, behind the prefix below it, so
 * that two services of one host do not meet.
 */
export const ownName = (name: string): string => names + name

/** The name behind the prefix; undefined for that of another service on this host. */
export function withoutPrefix(name: string): string | undefined {
  // The service at the root owns what begins with none.
  return (names ? name.startsWith(names) : name[0] !== '/') ? name.slice(names.length) : undefined
}

/** The whole address of a path of the service. */
export const absoluteUrl = (path: string): string => location.origin + prefix + path
