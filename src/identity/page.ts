/** At most `limit` rows after the one with the ID `after`. */
export interface ListPage {
  readonly after: number
  readonly limit: number
}
