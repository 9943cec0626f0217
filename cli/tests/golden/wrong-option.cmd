analyze
--nonsense
