import { searchTexts } from '@refrain/messages/en/search'
import { titles } from '@refrain/messages/en/titles'
import { useSearchParams } from 'react-router'
import { normalizeQuery } from '../catalogue/search/search-query.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { PageBody } from './components/page-body.tsx'
import { PageHeading } from './components/page-heading.tsx'
import { GenreCards } from './search/genre-cards.tsx'
import { SearchResults } from './search/search-results.tsx'

/** Results for the query in the address; all genres if it is empty. The search box is in the top bar. */
export function Component() {
  useDocumentTitle(titles.search)
  const [params] = useSearchParams()
  const query = normalizeQuery(params.get('q') ?? '')
  return (
    <PageBody className="pt-6 pb-10">
      {query === '' ? (
        <>
          <PageHeading>{searchTexts.search}</PageHeading>
          <GenreCards />
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
