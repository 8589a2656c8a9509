import { completeSetUp, countSetUpFiles, fetchSetUpFolders } from '@refrain/contract/administration/set-up'
import type { InputOf } from '@refrain/contract/operation'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { beginSession } from '../account/session.ts'
import { call } from '../api/call.ts'
import { configurationQuery } from '../api/configuration-query.ts'
import { queryClient } from '../api/query-client.ts'
import { revalidateAnswers } from '../api/revalidate.ts'

/** @param path null for the list of folders in which music may be */
export const setUpFoldersQuery = (code: string, path: string | null) =>
  queryOptions({
    queryKey: ['set-up', 'folders', code, path],
    queryFn: ({ signal }) => call(fetchSetUpFolders, { code, ...(path !== null && { path }) }, signal),
    placeholderData: keepPreviousData,
    retry: false,
    throwOnError: false,
  })

/** How many audio files are in a folder. */
export const setUpFilesQuery = (code: string, path: string) =>
  queryOptions({
    queryKey: ['set-up', 'files', code, path],
    queryFn: ({ signal }) => call(countSetUpFiles, { code, path }, signal),
    retry: false,
    throwOnError: false,
  })

/** Sets the service up and signs its administrator in. @throws CallError */
export async function setUp(input: InputOf<typeof completeSetUp>): Promise<void> {
  const { token } = await call(completeSetUp, input)
  await beginSession(token)
  // The configuration says what was chosen.
  revalidateAnswers()
  await queryClient.invalidateQueries({ queryKey: configurationQuery.queryKey })
}
