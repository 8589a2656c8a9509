import { PRODUCT_NAME } from '@refrain/contract/product'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readLocal, writeLocal } from '../ui/browser/local-storage.ts'
import { configurationQuery } from './configuration-query.ts'

/** Local storage key: the name as it was last time, if it is not the product's. */
export const SERVICE_NAME = 'serviceName'

/** Key of the name that the server renders a page with. */
export const renderedNameKey = ['service name']

/** What the service called itself in the page's head; a cached page has none. */
const initialName =
  typeof document === 'undefined'
    ? PRODUCT_NAME
    : (document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ??
      readLocal(SERVICE_NAME) ??
      PRODUCT_NAME)

/** What the service calls itself. */
export function useServiceName(): string {
  const rendered = useQueryClient().getQueryData<string>(renderedNameKey)
  const { data } = useQuery(configurationQuery)
  return data?.name ?? rendered ?? initialName
}

/** Remembers the name for the next visit, when the page may come from the cache of the service worker. */
export function rememberServiceName(name: string): void {
  const stored = name === PRODUCT_NAME ? null : name
  if (readLocal(SERVICE_NAME) !== stored) writeLocal(SERVICE_NAME, stored)
}
