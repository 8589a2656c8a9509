import { documentTitle } from '@refrain/contract/product'
import { useEffect } from 'react'
import { rememberServiceName, useServiceName } from '../api/service-name.ts'
import { completeTitles } from '../ui/hooks/use-document-title.ts'

/** Adds the name of the service to the titles of documents, if it has one of its own. */
export function useNamedTitles(): void {
  const name = useServiceName()
  useEffect(() => {
    completeTitles(title => documentTitle(title, name))
    rememberServiceName(name)
  }, [name])
}
