export const exampleUpload = {
  upload_key: 'Zk3vT9qLw2XcN7bRyH5sJ8mPd4GfA6uE',
  name: 'report.txt',
  size: 12,
  parent_id: null,
  chunk_size: 5 * 1024 * 1024,
  total_chunks: 1,
  missing_chunks: [0],
}
