import { fetchImportStatus } from '@refrain/contract/catalogue/import-status'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Whether an import runs and how far it is. follow-catalogue.ts keeps it up to date. */
export const importStatusQuery = queryOptions({
  queryKey: ['import status'],
  queryFn: ({ signal }) => call(fetchImportStatus, {}, signal),
  staleTime: 1_000,
  retry: false,
  throwOnError: false,
})
