module counts {}
