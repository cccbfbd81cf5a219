/** What of a long list is asked for: at most `limit` rows behind the one with the id `after`. */
export interface ListPage {
  readonly after: number
  readonly limit: number
}
