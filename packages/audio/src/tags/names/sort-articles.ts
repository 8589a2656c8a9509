/** What artists' names are sorted without, by default: the setting SORT_ARTICLES. */
export const DEFAULT_ARTICLES: readonly string[] = ['The', 'A', 'An']
