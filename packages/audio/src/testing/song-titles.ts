/** Titles of songs in albums of eight, by the script or language that old taggers wrote in a character set of its own. */
export const SONG_TITLES = {
  cyrillic: `Группа крови|Звезда по имени Солнце|Пачка сигарет|Кукушка|Перемен|Спокойная ночь|Видели ночь|Восьмиклассница
Что такое осень|Это всё|Дождь|Родина|Ветер|Белая ночь|Метель|Актриса Весна
Город золотой|Сидя на красивом холме|Рок-н-ролл мёртв|Под небом голубым|Старик Козлодоев|Десять стрел|Электрический пёс|Поезд в огне
Я хочу быть с тобой|Прогулки по воде|Крылья|Скованные одной цепью|Взгляд с экрана|Шар цвета хаки|Доктор твоего тела|Тутанхамон
Ариведерчи|Искала|Хочешь?|Прости меня моя любовь|Бесконечность|Небомореоблака|Прогулка|Мы разбиваемся
Кони привередливые|Охота на волков|Он не вернулся из боя|Песня о друге|Банька по-белому|Утренняя гимнастика|Братские могилы|Лукоморья больше нет
Миллион алых роз|Арлекино|Айсберг|Паромщик|Старинные часы|Без меня|Позови меня с собой|Осенний поцелуй`,
  japanese: `夜に駆ける|あの夢をなぞって|たぶん|群青|怪物|ハルジオン|もう少しだけ|三原色
打上花火|感電|馬と鹿|灰色と青|春雷|飛燕|アイネクライネ|海の幽霊
光|花束を君に|真夏の通り雨|桜流し|道|誰かの願いが叶うころ|虹色バス|海路
川の流れのように|愛燦燦|悲しい酒|柔|リンゴ追分|港町十三番地|東京キッド|真赤な太陽
赤いスイートピー|青い珊瑚礁|瞳はダイアモンド|渚のバルコニー|秘密の花園|天使のウィンク|風立ちぬ|夏の扉
ロビンソン|チェリー|空も飛べるはず|楓|涙がキラリ☆|渚|運命の人|春の歌
勝手にシンドバッド|いとしのエリー|真夏の果実|涙のキッス|希望の轍|東京|波乗りジョニー|白い恋人達`,
  simplifiedChinese: `红豆|传奇|人间|容易受伤的女人|我愿意|棋子|执迷不悔|天空
月亮代表我的心|甜蜜蜜|小城故事|但愿人长久|我只在乎你|千言万语|漫步人生路|何日君再来
青花瓷|七里香|东风破|稻香|夜曲|晴天|以父之名|发如雪
一无所有|花房姑娘|假行僧|新长征路上的摇滚|一块红布|浪子归|从头再来|快让我在雪地上撒点儿野
那些花儿|平凡之路|白桦林|生如夏花|我爱你再见|旅途|召唤|傻子才悲伤
蓝莲花|曾经的你|故乡|完美生活|时光|旅行|执着|两天
后来|很爱很爱你|为爱痴狂|成全|一辈子的孤单|原来你也在这里|继续给十五岁的自己|光`,
  traditionalChinese: `倔強|知足|突然好想你|溫柔|戀愛ing|擁抱|志明與春嬌|如煙
姊妹|聽海|記得|我可以抱你嗎|解脫|原來你什麼都不要|剪愛|趁早
十年|富士山下|浮誇|愛情轉移|淘汰|不要說話|紅玫瑰|陀飛輪
童年|光陰的故事|鹿港小鎮|戀曲一九八零|之乎者也|未來的主人翁|東方之珠|皇后大道東
海闊天空|光輝歲月|真的愛你|喜歡你|不再猶豫|大地|情人|灰色軌跡
吻別|一路上有你|祝福|她來聽我的演唱會|每天愛你多一些|情書|餓狼傳說|想和你去吹吹風
至少還有你|傷痕|為你我受冷風吹|愛上一個不回家的人|夜太黑|赤裸的秘密|灰色|聽說愛情回來過`,
  korean: `봄날|피 땀 눈물|불타오르네|쩔어|작은 것들을 위한 시|고민보다 Go|상남자|등골브레이커
좋은 날|밤편지|너랑 나|분홍신|금요일에 만나요|이름에게|가을 아침|팔레트
돌아와요 부산항에|창밖의 여자|단발머리|킬리만자로의 표범|그 겨울의 찻집|모나리자|여행을 떠나요|친구여
서른 즈음에|이등병의 편지|사랑했지만|먼지가 되어|너무 아픈 사랑은 사랑이 아니었음을|그날들|일어나|거리에서
거짓말|하루하루|마지막 인사|붉은 노을|꽃 길|맨정신|우리 사랑하지 말아요|에라 모르겠다
다시 만난 세계|소원을 말해봐|훗|힘내|소녀시대|동화|첫눈에|비타민
광화문 연가|옛사랑|사랑이 지나가면|가로수 그늘 아래 서면|깊은 밤을 날아서|소녀|시를 위한 시|휘파람`,
  greek: `Ο χορός του Ζορμπά|Της δικαιοσύνης ήλιε νοητέ|Το γελαστό παιδί|Ένα το χελιδόνι|Στο περιγιάλι|Βράχο βράχο|Απρίλη μου|Μαργαρίτα Μαργαρώ
Τα παιδιά του Πειραιά|Χάρτινο το φεγγαράκι|Ο ταχυδρόμος πέθανε|Κάπου υπάρχει η αγάπη μου|Αγάπη που 'γινες δίκοπο μαχαίρι|Πάμε μια βόλτα στο φεγγάρι|Κυρ Αντώνης|Η πέτρα
Συννεφιασμένη Κυριακή|Αχάριστη|Μπαξέ τσιφλίκι|Τα λιμάνια|Νύχτες μαγικές|Όμορφη Θεσσαλονίκη|Ζητιάνος της αγάπης|Κάποια μάνα αναστενάζει
Δώδεκα|Δεν θέλω να ξέρεις|Τρελαίνομαι|Αγάπη υπερβολική|Κραυγή|Παραμύθι|Μαύρα γυαλιά|Ψυχεδέλεια
Δι' ευχών|Όλα σε θυμίζουν|Μια πίστα από φώσφορο|Το τανγκό της Νεφέλης|Πες μου|Φεύγω|Οι φίλοι μου χαράματα|Ξημερώνει
Σ' αγαπώ σαν το γέλιο του Μάη|Τώρα πια|Πιο καλή η μοναξιά|Τα νησιώτικα|Θα με θυμηθείς|Ποτέ δε σε ξεχνώ|Χίλιες βραδιές|Η παλιά μας φίλη
Ο Σταμούλης ο λοχίας|Έφυγε έφυγε|Τα παραπονεμένα λόγια|Κάτω απ' το πουκάμισό μου|Μικρά Ασία|Αχ χελιδόνι μου|Πού να 'σαι τώρα|Καλημέρα ήλιε`,
  turkish: `Şımarık|Kuzu Kuzu|Hüp|Dudu|Ölürüm Sana|Şıkıdım|Kıl Oldum|Beni Çok Sev
Gülümse|Hadi Bakalım|Şarkı Söylemek Lazım|Kaybolan Yıllar|Geri Dön|Tükeneceğiz|Belalım|Ünzile
Gülpembe|Dağlar Dağlar|Sarı Çizmeli Mehmet Ağa|Arkadaşım Eşek|Kara Sevda|İşte Hendek İşte Deve|Dönence|Can Bedenden Çıkmayınca
Affet|Nilüfer|İtirazım Var|Hangimiz Sevmedik|Sensiz Olmaz|Kaç Kadeh Kırıldı|Tanrı İstemezse|Paramparça
Senden Daha Güzel|Her Şeyi Yak|Kufi|Bu Akşam|Öyle Dertli|Aman Aman|Köprüaltı|Yürekten
Bir Derdim Var|Cambaz|Oyunbozan|Sevda Çiçeği|Şirket|Yardım Et|Küçük Sevgilim|Uyan
Ele Güne Karşı|Bu Sabah Yağmur Var İstanbul'da|Yalnızlık Ömür Boyu|Sakın Gelme|Güllerin İçinden|Mecburen|Sude|Sarı Laleler`,
  polish: `Dziwny jest ten świat|Pod papugami|Sen o Warszawie|Wspomnienie|Bema pamięci żałobny rapsod|Jednego serca|Płonąca stodoła|Czy mnie jeszcze pamiętasz
Autobiografia|Nie płacz Ewka|Chcemy być sobą|Niepokonani|Kołysanka dla nieznajomej|Ale wkoło jest wesoło|Lokomotywa z ogłoszenia|Całkiem spokojne zmęczenie
Mniej niż zero|Zawsze tam gdzie ty|Kryzysowa narzeczona|Zamki na piasku|Wciąż bardziej obcy|Tańcz głupia tańcz|Stacja Warszawa|Marchewkowe pole
Kocham cię kochanie moje|Boskie Buenos|Szare miraże|Oddech szczura|Cykady na Cykladach|Lucciola|Raz dwa raz dwa|Krakowski spleen
Długość dźwięku samotności|Peggy Brown|Chłopcy|Scenariusz dla moich sąsiadów|Dla Ciebie|Mieć czy być|To nie był film|Krótka piosenka o miłości
Arahja|Gdy nie ma dzieci|Baranek|Celina|Polska|Komu bije dzwon|Dziewczyna bez zęba na przedzie|Krew Boga
Niepewność|Dni których nie znamy|Nie dokazuj|Będziesz moją panią|Świecie nasz|Korowód|Ocalić od zapomnienia|Wiosna ach to ty`,
} as const

/** Albums of eight titles. */
export function albumsOf(language: keyof typeof SONG_TITLES): string[][] {
  return SONG_TITLES[language].split('\n').map(line => line.split('|'))
}
