import { searchTexts } from '@refrain/messages/en/search'
import { titles } from '@refrain/messages/en/titles'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useIsGuest } from '../account/session.ts'
import { normalizeQuery } from '../catalogue/search/search-query.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { PageBody } from './components/page-body.tsx'
import { PageHeading } from './components/page-heading.tsx'
import { GenreCards } from './search/genre-cards.tsx'
import { RecentSearches } from './search/recent-searches.tsx'
import { SearchResults } from './search/search-results.tsx'

const CollectionPlaylists = lazy(async () => ({
  default: (await loadPart(() => import('./library/collection-playlists.tsx'))).CollectionPlaylists,
}))

/** Results for the query in the address; all genres if it is empty. The search box is in the top bar. */
export function Component() {
  useDocumentTitle(titles.search)
  const isGuest = useIsGuest()
  const [params] = useSearchParams()
  const query = normalizeQuery(params.get('q') ?? '')
  return (
    <PageBody className="pt-6 pb-10">
      {query === '' ? (
        <>
          <PageHeading>{searchTexts.search}</PageHeading>
          <RecentSearches />
          <GenreCards />
          {/* Members have them in the Library. */}
          {isGuest && (
            <Suspense>
              <CollectionPlaylists className="mt-8" />
            </Suspense>
          )}
        </>
      ) : (
        <>
          <h1 className="sr-only">{searchTexts.search}</h1>
          <SearchResults query={query} />
        </>
      )}
    </PageBody>
  )
}
